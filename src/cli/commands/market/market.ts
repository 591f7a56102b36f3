import type { CommandTable } from '../../command-table.ts';

export const MARKET_COMMANDS: CommandTable = {
  build: {
    description: 'generate a marketplace from a seed; the same seed gives the same bytes',
    example: 'assay market build --products 50000 --seed 7',
    load: async () => (await import('./build.ts')).marketBuildCommand(),
  },
  import: {
    description: 'import a product file: JSON lines of products, or the items of WebShop',
    example: 'assay market import products.jsonl.gz --out data/market',
    load: async () => (await import('./import.ts')).marketImportCommand(),
  },
  stats: {
    description: 'show what a market contains',
    example: 'assay market stats --categories',
    load: async () => (await import('./stats.ts')).marketStatsCommand(),
  },
  search: {
    description: 'search a market as the find_product tool does',
    example: "assay market search 'wireless earbuds' --price 180-505 --sort priceasc",
    load: async () => (await import('./search.ts')).marketSearchCommand(),
  },
  serve: {
    description: 'serve /find_product, /view_product_information, /get_product_raw and /health',
    example: 'assay market serve --port 5632 --workers 2',
    load: async () => (await import('./serve.ts')).marketServeCommand(),
  },
};
