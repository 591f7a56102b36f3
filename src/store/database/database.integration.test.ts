import { describeDatabase } from './conformance/database-conformance.ts';
import { onBothEngines } from './conformance/every-engine.ts';

onBothEngines('the database', (makePlace, engine) => describeDatabase(engine, makePlace));
