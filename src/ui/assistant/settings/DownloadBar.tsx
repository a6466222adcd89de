import { Show, type Component } from 'solid-js'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import type { createDownloading } from './downloading.ts'
import { settingsTexts as texts } from './settings-texts.ts'

/** How far a download is, with the way to cancel it. */
export const DownloadBar: Component<{ downloading: ReturnType<typeof createDownloading> }> = (props) => (
  <>
    <Show when={props.downloading.progress()}>
      {(progress) => (
        <div class="assistant-download">
          <progress aria-label={texts.downloading} max="1" value={progress().part} />
          <Button small onClick={props.downloading.cancel}>
            {texts.cancel}
          </Button>
          <p>{progress().text}</p>
        </div>
      )}
    </Show>
    <Show when={props.downloading.problem()}>
      {(text) => (
        <Notice kind="error" live>
          {text()}
        </Notice>
      )}
    </Show>
  </>
)
