import { createSignal, Show, type Component } from 'solid-js'
import { VirtualList } from '../../components/lists/VirtualList.tsx'
import { messageTexts } from '../results/message-texts.ts'
import type { BodySource } from './body.ts'
import { hexLine } from './media.ts'

/** Bytes that are fetched at once; a multiple of a row's 16. */
const PAGE = 16_384

/** Bytes sixteen to a row; only what is looked at is fetched (R35). */
export const HexView: Component<{ source: BodySource }> = (props) => {
  const pages = new Map<number, Uint8Array | undefined>()
  const [version, setVersion] = createSignal(0)

  function want(from: number, to: number): void {
    for (let page = Math.floor((from * 16) / PAGE); page * PAGE < Math.min(to * 16, props.source.size); page++) {
      if (pages.has(page)) continue
      pages.set(page, undefined)
      void fetchPage(page)
    }
  }
  async function fetchPage(page: number): Promise<void> {
    const bytes = await props.source.read(page * PAGE, Math.min(props.source.size, (page + 1) * PAGE)).catch(() => undefined)
    if (bytes) pages.set(page, bytes)
    else pages.delete(page)
    setVersion((before) => before + 1)
  }
  const line = (row: number) => {
    version()
    const bytes = pages.get(Math.floor((row * 16) / PAGE))
    return bytes && hexLine(bytes.subarray((row * 16) % PAGE), row * 16)
  }

  return (
    <VirtualList
      class="hex"
      label={messageTexts.response.lineLabel}
      count={Math.ceil(props.source.size / 16)}
      rowHeight={20}
      onRange={want}
      render={(row) => (
        <Show when={line(row)}>
          {(shown) => (
            <>
              <span class="hex-offset">{shown().offset}</span>
              <span>{shown().hex}</span>
              <span class="hex-text">{shown().text}</span>
            </>
          )}
        </Show>
      )}
    />
  )
}
