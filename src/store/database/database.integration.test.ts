import { describeDatabase } from '../testing/database-conformance.ts';
import { onBothEngines } from '../testing/every-engine.ts';

onBothEngines('the database', (makePlace, engine) => describeDatabase(engine, makePlace));
