// Drives a run of `abound cluster` on Spark. It moves lines, schedules and retries; it knows nothing of learning.
//
//   spark-submit --class AboundCluster abound-cluster.jar RUN COMMAND…
//
// RUN is the folder of the run, which driver and executors can reach; COMMAND starts abound on an executor. For each
// stage of RUN/plan.json that RUN/_MANIFEST.json does not have yet: a descriptor a task goes through `cluster map`,
// records go to the partition of their bucket and are sorted there, and go through `cluster reduce`, whose lines say
// what was written. The manifest is replaced, whole, after each stage: the only point at which anything is done.

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.Partitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

public final class AboundCluster {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BUFFER = 1 << 16;

  public static void main(String[] args) throws Exception {
    Path run = Path.of(args[0]).toAbsolutePath();
    List<String> command = Arrays.asList(args).subList(1, args.length);
    byte[] bytes = Files.readAllBytes(run.resolve("plan.json"));
    String sha256 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    JsonNode plan = JSON.readTree(bytes);
    ObjectNode done = doneSoFar(run.resolve("_MANIFEST.json"), sha256);
    // A record may have a MiB, and Java's streams hold on to all they have seen since they were last told to forget it:
    // after a hundred, unless told otherwise, for each of the files that a sort merges.
    SparkConf conf = new SparkConf().setIfMissing("spark.serializer.objectStreamReset", "1");
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      for (JsonNode stage : plan.get("stages")) {
        String name = stage.get("name").asText();
        if (done.has(name)) continue;
        System.err.println("abound: stage " + name);
        ArrayNode outputs = runStage(spark, run, sha256, stage, done, command);
        done.set(name, outputs);
        commit(run.resolve("_MANIFEST.json"), sha256, done);
      }
    }
  }

  private static ArrayNode runStage(
      JavaSparkContext spark, Path run, String plan, JsonNode stage, ObjectNode done, List<String> command)
      throws IOException {
    int tasks = stage.get("tasks").asInt();
    int buckets = stage.get("buckets").asInt();
    List<String> descriptors = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      descriptors.add(descriptor(run, plan, stage, done, "task", task));
    }
    List<String> merges = new ArrayList<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      merges.add(descriptor(run, plan, stage, done, "bucket", bucket));
    }
    JavaRDD<String> records = pipe(spark.parallelize(descriptors, tasks), command, "map")
        .mapPartitions(lines -> new WithTrailers(lines, buckets));
    JavaRDD<String> sorted = records
        .mapToPair(AboundCluster::headAndPayload)
        .repartitionAndSortWithinPartitions(new ByBucket(buckets))
        .mapPartitionsWithIndex((bucket, pairs) -> new WithFirst(merges.get(bucket), pairs), true);
    String[] written = new String[buckets];
    for (String line : pipe(sorted, command, "reduce").collect()) {
      String[] fields = line.split("\t");
      written[Integer.parseInt(fields[0])] = fields[1];
    }
    ArrayNode outputs = JSON.createArrayNode();
    for (String output : written) {
      if (output == null) throw new IllegalStateException("a bucket of stage " + stage.get("name") + " wrote nothing");
      outputs.add(output);
    }
    return outputs;
  }

  private static JavaRDD<String> pipe(JavaRDD<String> lines, List<String> command, String what) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("cluster", what));
    return lines.pipe(words, new HashMap<>(), false, BUFFER);
  }

  private static String descriptor(
      Path run, String plan, JsonNode stage, ObjectNode done, String which, int number) throws IOException {
    ObjectNode out = JSON.createObjectNode();
    out.put("run", run.toString()).put("plan", plan).put("stage", stage.get("name").asText()).put(which, number);
    ObjectNode inputs = out.putObject("inputs");
    for (JsonNode need : stage.get("needs")) inputs.set(need.asText(), done.get(need.asText()));
    return JSON.writeValueAsString(out);
  }

  private static ObjectNode doneSoFar(Path manifest, String plan) throws IOException {
    if (!Files.exists(manifest)) return JSON.createObjectNode();
    JsonNode found = JSON.readTree(Files.readAllBytes(manifest));
    if (!plan.equals(found.path("plan").asText())) {
      throw new IllegalStateException(manifest + " belongs to another plan");
    }
    return (ObjectNode) found.get("stages");
  }

  private static void commit(Path manifest, String plan, ObjectNode done) throws IOException {
    ObjectNode out = JSON.createObjectNode();
    out.put("plan", plan).set("stages", done);
    Path beside = manifest.resolveSibling("_MANIFEST.json.tmp");
    Files.write(beside, JSON.writeValueAsBytes(out));
    try (FileChannel file = FileChannel.open(beside, StandardOpenOption.WRITE)) {
      file.force(true);
    }
    Files.move(beside, manifest, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The head of a record sorts as text; what follows its last tab is the payload. */
  private static Tuple2<String, String> headAndPayload(String line) {
    int tab = line.lastIndexOf('\t');
    if (tab < 0) throw new IllegalStateException("no record: " + line.substring(0, Math.min(80, line.length())));
    return new Tuple2<>(line.substring(0, tab), line.substring(tab + 1));
  }

  /** Records go where their bucket, the first field, says. */
  static final class ByBucket extends Partitioner {
    private final int buckets;

    ByBucket(int buckets) {
      this.buckets = buckets;
    }

    @Override
    public int numPartitions() {
      return buckets;
    }

    @Override
    public int getPartition(Object head) {
      String text = (String) head;
      return Integer.parseInt(text.substring(0, text.indexOf('\t')));
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ByBucket that && that.buckets == buckets;
    }

    @Override
    public int hashCode() {
      return buckets;
    }
  }

  /** A task that ended well before all its trailers were written has failed all the same: Spark then does it again. */
  static final class WithTrailers implements Iterator<String> {
    private final Iterator<String> lines;
    private int missing;

    WithTrailers(Iterator<String> lines, int buckets) {
      this.lines = lines;
      this.missing = buckets;
    }

    @Override
    public boolean hasNext() {
      boolean more = lines.hasNext();
      if (!more && missing != 0) throw new IllegalStateException("abound: a map ended without its last records");
      return more;
    }

    @Override
    public String next() {
      String line = lines.next();
      int tab = line.indexOf('\t');
      if (tab > 0 && line.startsWith("~\t", tab + 1)) missing--;
      return line;
    }
  }

  /** A line before the records of a bucket. */
  static final class WithFirst implements Iterator<String> {
    private final Iterator<Tuple2<String, String>> rest;
    private String first;

    WithFirst(String first, Iterator<Tuple2<String, String>> rest) {
      this.first = first;
      this.rest = rest;
    }

    @Override
    public boolean hasNext() {
      return first != null || rest.hasNext();
    }

    @Override
    public String next() {
      if (first != null) {
        String line = first;
        first = null;
        return line;
      }
      if (!rest.hasNext()) throw new NoSuchElementException();
      Tuple2<String, String> record = rest.next();
      return record._1() + "\t" + record._2();
    }
  }
}
