const inFull = process.env.ASSAY_FUZZ === 'full'

/**
 * How often a property of unbounded input is tried: all of it in `npm run conformance`, which says so by ASSAY_FUZZ, a twentieth
 * in every other run.
 */
export const fuzzRuns = (all: number): number => (inFull ? all : Math.ceil(all / 20))

/** How large something is made that has to be large: as large as promised in `npm run conformance`, `usually` in every other run. */
export const sized = (promised: number, usually: number): number => (inFull ? promised : usually)
