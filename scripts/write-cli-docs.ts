import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeCommands } from './cli-docs/describe-commands.ts';

const PAGE = fileURLToPath(new URL('../docs/cli.md', import.meta.url));

writeFileSync(PAGE, await describeCommands());
