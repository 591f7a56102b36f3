/** Student's t over problems, and over problems and seeds. */
export { problemT } from './student/problem-t.ts';
export { type SeededEstimate, type SeededRates, seededDifference, seededMean } from './student/seeded-difference.ts';
