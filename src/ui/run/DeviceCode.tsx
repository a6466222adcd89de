import { createResource, Show, type Component } from 'solid-js'
import Copy from 'lucide-solid/icons/copy'
import { Button } from '../components/Button.tsx'
import { copyText } from '../steps/copy-text.ts'
import { messageTexts } from './results/message-texts.ts'

/** The modules of a QR code as one path, a unit square each; undefined if the text is too long for one. */
async function qrPath(text: string): Promise<{ size: number; path: string } | undefined> {
  const { encode } = await import('uqr')
  try {
    const { size, data } = encode(text, { ecc: 'M', border: 3 })
    const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
    return { size, path }
  } catch {
    return undefined
  }
}

/** What a user needs to approve a device elsewhere (O13): the code to copy, and a QR code of the URL. */
export const DeviceCode: Component<{ userCode: string; address: string }> = (props) => {
  const [qr] = createResource(() => props.address, qrPath)
  return (
    <div class="device-code">
      <div class="device-code-text">
        <span class="device-code-label">{messageTexts.action.userCode}</span>
        <output class="device-code-value" aria-label={messageTexts.action.userCode}>
          {props.userCode}
        </output>
        <Button onClick={() => void copyText(props.userCode, messageTexts.action.copied)}>
          <Copy aria-hidden="true" />
          {messageTexts.action.copyCode}
        </Button>
      </div>
      <Show when={qr()}>
        {(code) => (
          <svg
            class="device-code-qr"
            role="img"
            aria-label={messageTexts.action.qr(props.address)}
            viewBox={`0 0 ${code().size} ${code().size}`}
            shape-rendering="crispEdges"
          >
            <path d={code().path} />
          </svg>
        )}
      </Show>
    </div>
  )
}
