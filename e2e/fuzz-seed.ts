import { configureGlobal } from 'fast-check'

/**
 * The properties draw the same in each `npm test`, which so fails only for a reason, and those that name no number do so forty times.
 * Others are drawn where they are tried in full (fuzz-runs.ts), a hundred times, or from the seed in ASSAY_SEED.
 */
const { ASSAY_FUZZ, ASSAY_SEED } = process.env
const inFull = ASSAY_FUZZ === 'full'
configureGlobal({
  ...(ASSAY_SEED !== undefined || !inFull ? { seed: Number(ASSAY_SEED ?? 20_260_000) } : {}),
  ...(inFull ? {} : { numRuns: 40 }),
})
