import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import type { setters } from '../edits.ts'
import type { StepEditorProps } from '../editor-context.ts'

/** What the sections of the OAuth2 editor get. */
export interface PartProps extends StepEditorProps<OAuth2Step> {
  set: ReturnType<typeof setters<OAuth2Step>>
}
