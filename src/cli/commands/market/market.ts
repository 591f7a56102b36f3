import type { CommandTable } from '../../command-table.ts';

export const MARKET_COMMANDS: CommandTable = {
  build: {
    description: 'generate a marketplace from a seed; the same seed gives the same bytes',
    load: async () => (await import('./build.ts')).marketBuildCommand(),
  },
  import: {
    description: 'import a product file: JSON lines, plain or gzipped, products as such or under "product"',
    load: async () => (await import('./import.ts')).marketImportCommand(),
  },
  stats: {
    description: 'show what a market contains',
    load: async () => (await import('./stats.ts')).marketStatsCommand(),
  },
  search: {
    description: 'search a market as the find_product tool does',
    load: async () => (await import('./search.ts')).marketSearchCommand(),
  },
  serve: {
    description: 'serve /find_product, /view_product_information, /get_product_raw and /health',
    load: async () => (await import('./serve.ts')).marketServeCommand(),
  },
};
