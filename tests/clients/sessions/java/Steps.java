import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What every session in Java shares: a step is done whatever became of those before,
    and told in a line of JSON. */
final class Steps {
    interface Work {
        void run() throws Exception;
    }

    public static final class Product {
        public String name;
        public String text;
        public Double price;
        public List<String> tags;
        public String day;

        public Product() {}

        Product(String name, String text, double price, String day, String... tags) {
            this.name = name;
            this.text = text;
            this.price = price;
            this.day = day;
            this.tags = List.of(tags);
        }
    }

    /** Their ids are 1 to 4. */
    static final List<Product> PRODUCTS = List.of(
        new Product("Green teapot", "A green teapot for four cups of tea", 25.5, "2026-01-03", "tea",
            "kitchen"),
        new Product("Red teapot", "A red teapot, dishwasher proof", 30, "2026-01-15", "tea"),
        new Product("Coffee mill", "Grinds coffee by hand", 45.25, "2026-02-01", "coffee", "kitchen"),
        new Product("Coffee cup", "A cup for coffee or tea", 8, "2026-02-20", "coffee", "tea"));

    static final String URL = System.getenv("SESSION_URL");
    static final String PASSWORD = System.getenv("SESSION_PASSWORD");

    private Steps() {}

    static void step(String name, Work work) {
        try {
            work.run();
            System.out.println("{\"step\":" + quoted(name) + "}");
        } catch (Throwable error) {
            StringWriter told = new StringWriter();
            error.printStackTrace(new PrintWriter(told));
            String text = told.toString();
            System.out.println("{\"step\":" + quoted(name) + ",\"error\":" + quoted(text.substring(0,
                Math.min(4000, text.length()))) + "}");
        }
    }

    static void check(Object found, Object wanted) {
        if (!wanted.equals(found)) throw new AssertionError("found " + found + " instead of " + wanted);
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char each : text.toCharArray()) {
            if (each < ' ' || each == '"' || each == '\\') out.append(String.format("\\u%04x", (int) each));
            else out.append(each);
        }
        return out.append('"').toString();
    }
}
