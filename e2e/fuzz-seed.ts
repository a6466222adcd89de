import { configureGlobal } from 'fast-check'

/**
 * The properties draw the same in each `npm test`, which so fails only for a reason. Others are drawn where they are tried in full
 * (fuzz-runs.ts), or from the seed in ASSAY_SEED.
 */
const { ASSAY_FUZZ, ASSAY_SEED } = process.env
if (ASSAY_SEED !== undefined || ASSAY_FUZZ !== 'full') configureGlobal({ seed: Number(ASSAY_SEED ?? 20_260_000) })
