import { Command } from 'commander';
import { corpusAuditCommand } from './corpus-audit.ts';
import { corpusBuildCommand } from './corpus-build.ts';
import { corpusExportCommand } from './corpus-export.ts';
import { corpusFilterCommand } from './corpus-filter.ts';
import { corpusMovesCommand } from './corpus-moves.ts';
import { corpusRewriteCommand } from './corpus-rewrite.ts';

export function corpusCommand(): Command {
  return new Command('corpus')
    .description('from attempts to rows one can train on')
    .helpCommand(false)
    .addCommand(corpusFilterCommand())
    .addCommand(corpusMovesCommand())
    .addCommand(corpusAuditCommand())
    .addCommand(corpusRewriteCommand())
    .addCommand(corpusBuildCommand())
    .addCommand(corpusExportCommand());
}
