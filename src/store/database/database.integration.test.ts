import { describeDatabase } from '../testing/database-conformance.ts';
import { onBothEngines } from '../testing/every-engine.ts';

onBothEngines('the database', (makeDatabase, engine) => describeDatabase(engine, makeDatabase));
