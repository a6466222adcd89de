/**
 * How often a property of unbounded input is tried: all of it in `npm run conformance`, which says so by ASSAY_FUZZ, a tenth
 * in every other run.
 */
export const fuzzRuns = (all: number): number => (process.env.ASSAY_FUZZ === 'full' ? all : Math.ceil(all / 10))
