package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.corpus.Corpus;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * What is verified, and against what.
 *
 * @param corpus of their documents
 * @param signatures folders of the signatures of all its columns, in the order of the columns
 * @param candidates the folder of the candidate lists
 * @param shingles occurrences of shingles in the documents of the corpus, about
 * @param first the candidates (i, j), i &lt; j, have j of this or a larger column
 */
public record VerifyInput(
    Corpus corpus, List<Path> signatures, Path candidates, long shingles, long first) {}
