import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/**
 * One OpenSearch node on 127.0.0.1 for tests and benchmarks, from the jars on Maven Central: the distribution with its start
 * script and plugins is not published there. Arguments: data folder, HTTP port. It ends when standard input is closed, so that
 * it cannot outlive the process that started it.
 */
public final class OpenSearchNode extends Node {
  private OpenSearchNode(Settings settings, Path home) {
    super(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home.resolve("config"), () -> "assay-test"),
        List.of(Netty4Plugin.class),
        false);
  }

  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    Settings settings =
        Settings.builder()
            .put("path.home", home)
            .put("cluster.name", "assay-test")
            .put("node.name", "assay-test")
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", arguments[1])
            .put("transport.port", "0")
            // A test must not fail because the disk of the machine is nearly full.
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    OpenSearchNode node = new OpenSearchNode(settings, home);
    node.start();
    while (System.in.read() != -1) {}
    node.close();
    System.exit(0);
  }
}
