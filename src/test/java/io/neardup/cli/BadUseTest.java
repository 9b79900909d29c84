package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What users do wrong, a row each: the message says what is wrong and where, the exit status is
 * right, there is no stack trace and no output. And what looks wrong but is not.
 */
class BadUseTest {

  /** What the refused commands leave as it is, so that one folder does for all. */
  @TempDir private static Path ofRefused;

  @TempDir private Path folder;

  private String out;
  private String err;

  /**
   * Commands, their exit status, and what they say. {@code D} is the folder of the test: {@code
   * D/pages.tsv} has documents, {@code D/whole} is a pipeline's output; none writes to {@code
   * D/out}.
   */
  private static final String REFUSED =
      """
      # keys
      pipeline -Dneardup.shingle.sise=3 D/pages.tsv D/out | 2 | unknown key neardup.shingle.sise; did you mean neardup.shingle.size?
      pipeline -Dneardup.banding.bands=twenty D/pages.tsv D/out | 2 | neardup.banding.bands=twenty: the value must be 1 to
      shingle-sort -Dneardup.shingle.sise=3 D/whole/corpus D/out | 2 | did you mean neardup.shingle.size?
      pipeline -conf D/missing.xml D/pages.tsv D/out | 2 | cannot read the configuration file D/missing.xml
      pipeline -conf D/pages.tsv D/pages.tsv D/out | 2 | D/pages.tsv is not a configuration file
      pipeline -conf D/entity.xml D/pages.tsv D/out | 2 | D/entity.xml is not a configuration file: DOCTYPE is disallowed
      pipeline -conf D/include.xml D/pages.tsv D/out | 2 | D/include.xml is not a configuration file: Fetch fail on include for 'no.xml'
      pipeline -Dneardup.banding.bands D/pages.tsv D/out | 2 | -Dneardup.banding.bands has no value; write -Dkey=value
      pipeline -D neardup.banding.bands D/pages.tsv D/out | 2 | -Dneardup.banding.bands has no value
      pipeline D/pages.tsv D/out -D | 2 | -D has no value
      # stop shingles
      pipeline -Dneardup.shingle.stop-list=D/missing D/whole/corpus D/out2 | 2 | neardup.shingle.stop-list=D/missing: there is no such file
      shingle-sort -Dneardup.shingle.stop-list=D/pages.tsv D/whole/corpus D/out | 2 | D/pages.tsv: line 1 does not begin with the hash of a shingle
      shingle-sort -Dneardup.shingle.max-document-share=0.1 D/whole/corpus D/out | 2 | make one with the verb stop-shingles
      explain -Dneardup.shingle.max-document-share=0.1 D/whole/corpus | 2 | neardup explain: neardup.shingle.max-document-share is set, but
      stop-shingles D/whole/corpus D/out | 2 | neardup.shingle.max-document-share is 1
      add -Dneardup.shingle.max-document-share=0.1 D/pages.tsv D/out | 2 | the stop shingles of a collection do not change any more, so its first batch needs at least 10,000 documents
      # arguments
      pipeline | 2 | INPUT... OUTPUT
      pipeline D/pages.tsv | 2 | INPUT... OUTPUT
      pipeline --overwite D/pages.tsv D/out | 2 | --overwite
      no-such-verb D/pages.tsv D/out | 2 | there is no verb no-such-verb
      verify D/whole/corpus D/out | 2 | <pairs>
      compare D/pages.tsv | 2 | Missing required parameter: 'B'
      compare D/pages.tsv D/missing | 2 | file D/missing does not exist; to compare documents by id, name RESULTS
      compare --columns 1 2 | 2 | --columns needs RESULTS
      compare --columns 0 99999 D/whole | 2 | D/whole/corpus has no column 99999
      compare --columns 0 one D/whole | 2 | D/whole/corpus has no column one
      compare --columns 1 1 D/whole | 2 | 1 and 1 are the same document
      compare nobody's D/pages.tsv D/whole | 2 | D/whole/corpus has no document with the id nobody's
      compare a b D/store | 2 | D/store is a collection: export it first
      compare a b D/against | 2 | D/against is the result of pipeline --against
      compare a b D/missing | 2 | D/missing does not exist; run pipeline to make it
      explain --documents 0 D/whole/corpus | 2 | --documents must be 1 to 1e12
      explain --documents many D/whole/corpus | 2 | --documents
      explain --sample-bytes 0 D/whole/corpus | 2 | --sample-bytes must be 1 or more
      explain --sample-documents 0 D/whole/corpus | 2 | --sample-documents must be 1 or more
      explain D/pages.tsv | 2 | D/pages.tsv is not a corpus
      explain D/whole | 2 | D/whole is not a corpus: it has no batch; its corpus is file:D/whole/corpus
      tune D/whole | 2 | its corpus is file:D/whole/corpus
      corpus list D/whole | 2 | D/whole is not a corpus: it has no batch; its corpus is file:D/whole/corpus
      corpus verify D/mixed | 2 | D/mixed is not a corpus: it has no batch; run ingest to add one
      explain D/missing | 2 | D/missing does not exist
      pipeline --tune 2 D/pages.tsv D/out | 2 | --tune must be above 0 and below 1: 2.0
      pipeline --tune 0.9 -Dneardup.banding.bands=9 D/pages.tsv D/out | 2 | neardup.banding.bands is set; leave it out
      tune --recall 1 D/whole/corpus | 2 | --recall must be above 0 and below 1: 1.0
      tune --threshold 2 D/whole/corpus | 2 | neardup.similarity.threshold
      tune --sample-bytes 0 D/whole/corpus | 2 | --sample-bytes must be 1 or more
      tune --threshold 0.01 --recall 0.999999 D/whole/corpus | 2 | no scheme of at most 300 slots
      tune --threshold 0.3 -Dneardup.candidate.measure=containment D/whole/corpus | 2 | no value of neardup.candidate.min-shingles reaches a recall of 0.99 at neardup.similarity.threshold=0.3
      pipeline --tune 0.9 -Dneardup.candidate.measure=containment D/pages.tsv D/out | 2 | neardup.candidate.measure=containment: --tune is for jaccard only
      pipeline --against D/store -Dneardup.candidate.measure=containment D/pages.tsv D/out | 2 | neardup.candidate.measure: made with jaccard, now set to containment
      tune D/missing | 2 | D/missing does not exist
      pipeline --fail-if documents.removed.shar>0.5 D/pages.tsv D/out | 2 | --fail-if 'documents.removed.shar>0.5': there is no figure documents.removed.shar; did you mean documents.removed.share?
      pipeline D/pages.tsv D/out --fail-if | 2 | --fail-if
      pipeline --resume --fail-if documents.inn>1 D/pages.tsv D/whole | 2 | did you mean documents.in?
      export D/whole D/out | 2 | set --format parquet or csv or tsv
      export --format xlsx D/whole D/out | 2 | --format must be one of parquet, csv, tsv: xlsx
      export --format parquet D/missing D/out | 2 | D/missing does not exist
      export --format parquet D/mixed D/out | 2 | D/mixed/4-pairs does not exist; run verify to make it
      export --format parquet D/store D/out | 2 | D/store is a collection: export it first
      export --format csv D/store@1 D/out | 2 | D/store@1 is a collection: export it first
      export --format csv D/against D/out | 2 | D/against is the result of pipeline --against, which has no signatures
      export --format csv D/begun D/out | 2 | D/begun is not complete: it lacks 4-pairs; continue it with pipeline --resume
      export --format parquet D/whole D/whole/4-pairs/out | 2 | output file:D/whole/4-pairs/out is inside input file:D/whole/4-pairs
      audit | 2 | RESULTS
      audit --documents 0 D/whole | 2 | --documents must be 1 to 1000000
      audit --documents 1000001 D/whole | 2 | --documents must be 1 to 1000000
      audit --fail-if recall.document.low<0.9 D/whole | 2 | did you mean recall.documents.low?
      audit --fail-if documents.inn>1 D/whole | 2 | did you mean documents.in?
      pipeline --fail-if recall.pairs.low<0.9 D/pages.tsv D/out | 2 | recall.pairs.low is a figure of the verb audit
      audit --seed x D/whole | 2 | --seed
      audit --max-comparisons 0 D/whole | 2 | --max-comparisons must be 1 or more
      audit D/against | 2 | D/against is the result of pipeline --against
      audit D/begun | 2 | D/begun is not complete: it lacks 4-pairs; continue it with pipeline --resume
      audit D/missing | 2 | D/missing does not exist
      audit D/whole/corpus | 2 | is not the output of a pipeline
      audit -Dneardup.similarity.threshold=0.5 D/whole | 2 | was made with another configuration
      # inputs
      pipeline D/pages.tsv D/missing.tsv D/out | 2 | D/missing.tsv does not exist
      pipeline D/no-*-such D/out | 2 | D/no-*-such does not exist
      pipeline nosuch://host/pages.tsv D/out | 2 | nosuch://host/pages.tsv: No FileSystem for scheme "nosuch"
      pipeline D/pages.tsv nosuch://host/out | 2 | nosuch://host/out: No FileSystem for scheme "nosuch"
      pipeline viewfs://none/pages.tsv D/out | 2 | viewfs://none/pages.tsv: ViewFs: Cannot initialize: Empty Mount table
      pipeline hdfs://nohost.invalid:9000/x D/out | 1 | neardup pipeline: hdfs://nohost.invalid:9000/x: unknown host nohost.invalid
      pipeline D/pages.tsv hdfs://nohost.invalid:9000/x | 1 | hdfs://nohost.invalid:9000/x: unknown host nohost.invalid
      pipeline https://nohost.invalid/x.jsonl D/out | 1 | cannot read https://nohost.invalid/x.jsonl: unknown host nohost.invalid
      pipeline -Dneardup.ingest.format=tsv D/later D/out | 1 | D/later/z.tsv is not text but binary data
      pipeline other://xD/unreadable.tsv D/out | 1 | Permission denied: other://xD/unreadable.tsv
      pipeline D/garbage.tsv D/out | 1 | bad records than neardup.ingest.max-bad-records=5% allows | D/garbage.tsv: | check the format: neardup.ingest.format=tsv
      pipeline D/quote.csv D/out | 1 | D/quote.csv: 301 of 601 records, counting each line of a bad one | BAD_CSV 1
      pipeline -Dneardup.ingest.format=jsonl D/pages.tsv D/out | 1 | D/pages.tsv | BAD_JSON
      pipeline -Dneardup.ingest.format=parquet D/pages.tsv D/out | 1 | D/pages.tsv
      # outputs
      pipeline D/pages.tsv D/whole | 2 | D/whole exists; continue it with --resume, replace it with --overwrite, or name another output
      pipeline D/pages.tsv D/pages.tsv | 2 | D/pages.tsv
      pipeline D/mixed D/mixed/out | 2 | output file:D/mixed/out is inside input file:D/mixed
      pipeline --resume D/pages.tsv D/out | 2 | does not exist: nothing to resume; leave out --resume
      pipeline D/pages.tsv other://xD/unwritable | 1 | Permission denied: other://xD/unwritable
      pipeline D/pages.tsv D/pages.tsv/out | 2 | D/pages.tsv
      ingest --batch a/b D/pages.tsv D/out | 2 | batch name a/b
      pipeline D/pages.tsv D/out/${user.name} | 2 | D/out/${user.name}: Hadoop would replace ${user.name} in the name of this folder; choose another
      pipeline D/pages.tsv D/out/at-12:30 | 2 | D/out/at-12:30: Hadoop cannot use a folder with a colon in its path; choose another
      pipeline D/pages.tsv D/12:30/out | 2 | D/12:30/out: Hadoop cannot use a folder with a colon in its path
      pipeline D/colon/*.tsv D/out | 2 | D/colon/*.tsv: Hadoop cannot match a pattern where a name has a colon:
      shingle-sort D/whole/corpus D/out/${user.name} | 2 | Hadoop would replace ${user.name}
      # against a collection
      pipeline D/pages.tsv D/out --against | 2 | --against
      pipeline --against D/store D/no-id.jsonl D/out | 2 | has the format tsv; here, 1 of 1 file begins with a JSON object. Set the format of this input with -Dneardup.ingest.format
      pipeline --against D/missing D/pages.tsv D/out | 2 | D/missing does not exist; run add to make a collection
      pipeline --against D/pages.tsv D/pages.tsv D/out | 2 | D/pages.tsv is not a collection
      pipeline --against D/whole/corpus D/pages.tsv D/out | 2 | D/whole/corpus is not a collection
      pipeline --against D/store@9 D/pages.tsv D/out | 2 | generation 9 of file:D/store does not exist
      pipeline --overwrite --against D/store D/pages.tsv D/store | 2 | output file:D/store is inside input file:D/store
      pipeline --against D/store D/mixed D/mixed/out | 2 | output file:D/mixed/out is inside input file:D/mixed
      pipeline --overwrite --against D/store D/whole/6-dedup/kept/whole.tsv D/whole | 2 | is inside output file:D/whole
      pipeline --against D/store D/store D/out | 2 | input file:D/store is a corpus; --against takes the files of documents
      pipeline --against D/store D/pages.tsv D/whole | 2 | D/whole exists; --overwrite replaces it, or name another output
      pipeline --resume --against D/store D/pages.tsv D/whole | 2 | --resume continues no run with --against; run it again with --overwrite
      pipeline --overwrite --against D/store D/pages.tsv D/mixed | 2 | exists and was not made by neardup; it is left alone
      pipeline --against D/store -Dneardup.verify=none D/pages.tsv D/out | 2 | neardup.verify=none: a comparison with a collection needs verified pairs
      pipeline --against D/store -Dneardup.similarity.threshold=0.5 D/pages.tsv D/out | 2 | neardup.similarity.threshold: made with 0.8, now set to 0.5
      pipeline --against D/store -Dneardup.ingest.format=sets D/pages.tsv D/out | 2 | has batches of sets and batches of texts
      pipeline --against D/store --fail-if inColection>0 D/pages.tsv D/out | 2 | did you mean inCollection?
      # reports
      report | 2 | RESULTS
      report D/whole D/out | 2 | D/whole is not a collection, and only a collection is exported to another folder: report D/whole
      report D/missing | 2 | D/missing does not exist; run pipeline to make it
      report D/pages.tsv | 2 | D/pages.tsv is not the output of a pipeline
      report D/whole/4-pairs | 2 | D/whole/4-pairs is not the output of a pipeline
      # stages
      band-bucket D/whole/corpus D/out | 2 | D/whole/corpus
      band-bucket -Dneardup.candidate.measure=containment D/whole/1-signatures D/out | 2 | made with jaccard, now set to containment
      band-bucket D/missing D/out | 2 | D/missing does not exist; run shingle-sort to make it
      band-bucket D/whole/2-buckets D/out | 2 | is the output of band-bucket, not of shingle-sort
      verify D/whole/corpus D/whole/1-signatures D/other/3-candidates D/out | 2 | different corpora
      cluster D/other/corpus D/whole/4-pairs D/out | 2 | different corpora
      dedup D/whole/corpus D/whole/4-pairs D/out | 2 | is the output of verify, not of cluster
      corpus list D/mixed | 2 | D/mixed
      """;

  /** Commands that succeed, although something about them looks as if they would not. */
  private static final String ACCEPTED =
      """
      # values at their limits
      pipeline -Dneardup.similarity.threshold=0 D/pages.tsv D/out
      pipeline -Dneardup.similarity.threshold=1 D/pages.tsv D/out
      pipeline -Dneardup.shingle.size=1 D/pages.tsv D/out
      # inputs of nothing
      pipeline D/empty.tsv D/out
      pipeline D/only-empty-documents.tsv D/out
      pipeline D/tabs.tsv D/out
      # names
      pipeline D/a_page_with_spaces,commas;100%.tsv D/out
      pipeline D/[a]{b}*?.tsv D/out
      pipeline D/${user.name}/pages.tsv D/out
      pipeline D/${user.name} D/out$
      pipeline D/pages.tsv D/out_of_spaces_and,commas,100%25_[1-9]{x}*?\\
      pipeline D/pages.tsv D/שלום-😀
      ingest D/pages.tsv D/corpus[1]
      # other file systems, whose relative paths are their own
      pipeline other://xD/pages.tsv other://xD/out
      pipeline -Dfs.defaultFS=other://x pages.tsv out
      pipeline -Dfs.defaultFS=other://x file:D/pages.tsv out
      """;

  @BeforeEach
  void prepare() throws Exception {
    StringBuilder pages = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      pages.append("page ").append(i).append("\tthis is what page ").append(i / 2);
      pages.append(" says about ").append(i / 2 * 37).append(", and says again\n");
    }
    write("pages.tsv", pages.toString());
  }

  /** Writes a file that is not there yet: one that has been read must not change. */
  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    if (Files.notExists(file)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
  }

  private int run(String... arguments) throws Exception {
    Said said = Said.by(arguments);
    out = said.out();
    err = said.err();
    return said.status();
  }

  private String[] words(String command) {
    List<String> words = new ArrayList<>();
    for (String word : command.strip().split(" +", -1)) {
      words.add(word.replace("D/", folder + "/").replace('_', ' '));
    }
    words.add(1, "-Dfs.other.impl=" + OtherFileSystem.class.getName());
    words.add(2, "-Dfs.other.impl.disable.cache=true"); // its home is that of one test
    words.add(3, "-Dother.home=" + folder);
    return words.toArray(new String[0]);
  }

  static Stream<String> refused() {
    return REFUSED.lines().filter(line -> !line.startsWith("#"));
  }

  static Stream<String> accepted() {
    return ACCEPTED.lines().filter(line -> !line.startsWith("#"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusedWithAMessage(String row) throws Exception {
    folder = ofRefused;
    prepare();
    String[] cells = row.split(" \\| ", -1);
    for (String needed : List.of("whole", "store", "other", "mixed", "against", "begun")) {
      if (cells[0].contains("D/" + needed) && Files.notExists(folder.resolve(needed))) {
        make(needed);
      }
    }
    write("garbage.tsv", "no tab\n".repeat(20));
    write("unreadable.tsv", "id\ttext\n");
    write("no-id.jsonl", "{\"url\":\"a\",\"body\":\"b\"}\n".repeat(2));
    String rows = "1,text\n".repeat(300);
    write(
        "entity.xml",
        "<!DOCTYPE configuration [<!ENTITY pages SYSTEM \""
            + folder
            + "/pages.tsv\">]>\n"
            + "<configuration>&pages;</configuration>");
    write(
        "include.xml",
        "<configuration xmlns:xi=\"http://www.w3.org/2001/XInclude\">"
            + "<xi:include href=\"no.xml\"/></configuration>");
    write("quote.csv", "id,text\n" + rows + "2,\"not closed\n" + rows);
    for (char name = 'a'; name < 'p'; name++) { // more files than are read before the job
      write("later/" + name + ".tsv", "id\ttext\n");
    }
    write("later/z.tsv", "\0\0");
    write("colon/a:b.tsv", "id\ttext\n");
    SortedMap<String, String> before = Said.files(folder);

    int status = run(words(cells[0]));

    assertThat(status)
        .as("status; standard error was:%n%s", err)
        .isEqualTo(Integer.parseInt(cells[1]));
    for (int i = 2; i < cells.length; i++) {
      assertThat(err + out).contains(cells[i].replace("D/", folder + "/"));
    }
    assertThat(err).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(Said.files(folder)).as("files").isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("accepted")
  @Tag("long")
  void acceptedAsItStands(String command) throws Exception {
    String pages = Files.readString(folder.resolve("pages.tsv"));
    write("a page with spaces,commas;100%.tsv", pages);
    write("[a]{b}*?.tsv", pages);
    write("${user.name}/pages.tsv", pages);
    write("empty.tsv", "");
    write("only-empty-documents.tsv", "a\t\nb\t\nc\t \n");
    write("tabs.tsv", "id\twith a\ttab in its text\n".repeat(3));

    int status = run(words(command));

    assertThat(status).as("status; standard error was:%n%s", err).isZero();
    if (command.contains("pages.tsv") && command.startsWith("pipeline")) {
      assertThat(out).contains("pairs kept");
      assertThat(out).containsPattern("removed +1[5-9] +documents|removed +2[0-9] +documents");
    }
  }

  private void make(String what) throws Exception {
    switch (what) {
      case "whole", "other" -> {
        write(what + ".tsv", Files.readString(folder.resolve("pages.tsv")));
        assertThat(run(words("pipeline D/" + what + ".tsv D/" + what))).isZero();
      }
      case "against" -> {
        if (Files.notExists(folder.resolve("store"))) {
          make("store");
        }
        assertThat(run(words("pipeline --against D/store D/pages.tsv D/against"))).isZero();
      }
      case "begun" -> { // as an interruption leaves it
        write("begun.tsv", Files.readString(folder.resolve("pages.tsv")));
        assertThat(run(words("pipeline D/begun.tsv D/begun"))).isZero();
        Files.delete(folder.resolve("begun/summary.json"));
        Files.delete(folder.resolve("begun/4-pairs/_SUCCESS"));
      }
      case "store" -> assertThat(run(words("add D/pages.tsv D/" + what))).isZero();
      case "mixed" -> {
        write("mixed/one.tsv", "id\ttext\n");
        write("mixed/two.jsonl", "{\"id\": 1, \"text\": \"text\"}\n");
      }
      default -> throw new IllegalArgumentException(what);
    }
  }
}
