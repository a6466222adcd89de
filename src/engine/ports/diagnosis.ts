import * as v from 'valibot'

/** What a failure most probably means, in the words that page, log, command line and reports share. All of it is masked. */
export const diagnosisSchema = v.object({
  /** Id of the situation, stable: `wrong-redirect-uri`. */
  situation: v.string(),
  /** What happened, as a headline without a full stop. */
  title: v.string(),
  /** What the other side said, in its own words; empty if it said nothing. */
  what: v.string(),
  /** What that most probably means and what to do, the likeliest first. */
  means: v.string(),
  /** RFC and section, or the provider's own page. */
  reference: v.string(),
})

/** See {@link diagnosisSchema}. */
export type Diagnosis = v.InferOutput<typeof diagnosisSchema>
