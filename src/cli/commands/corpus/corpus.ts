import { Command } from 'commander';
import { corpusAuditCommand } from './audit.ts';
import { corpusBuildCommand } from './build.ts';
import { corpusExportCommand } from './export.ts';
import { corpusFilterCommand } from './filter.ts';
import { corpusMovesCommand } from './moves.ts';
import { corpusRewriteCommand } from './rewrite.ts';

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
