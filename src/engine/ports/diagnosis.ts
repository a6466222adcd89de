import * as v from 'valibot'

/** The most probable meaning of a failure, shared by page, log, command line and reports. All texts are masked. */
export const diagnosisSchema = v.object({
  /** Id of the situation, stable: `wrong-redirect-uri`. */
  situation: v.string(),
  /** What happened, as a headline without a full stop. */
  title: v.string(),
  /** The message of the other side, unchanged; empty if there is none. */
  what: v.string(),
  /** The most probable meanings and fixes, likeliest first. */
  means: v.string(),
  /** RFC and section, or the provider's own page. */
  reference: v.string(),
})

/** See {@link diagnosisSchema}. */
export type Diagnosis = v.InferOutput<typeof diagnosisSchema>
