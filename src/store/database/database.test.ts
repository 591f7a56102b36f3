import { describeDatabase } from './conformance/database-conformance.ts';
import { onEveryEngine } from './conformance/every-engine.ts';

onEveryEngine('the database', (makePlace, engine) => describeDatabase(engine, makePlace));
