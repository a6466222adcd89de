import type { Component } from 'solid-js'
import Columns2 from 'lucide-solid/icons/columns-2'
import Download from 'lucide-solid/icons/download'
import { textOf } from '#engine/base/errors.ts'
import type { ExchangeRecord, RecordFormat } from '#engine/oauth/record/record.ts'
import { Menu } from '../../components/overlays/Menu.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { saveBlob } from '../../page/save-blob.ts'
import { messageTexts } from '../results/message-texts.ts'

/** Offers the record as a download; it is written when it is requested. */
async function save(id: RecordFormat['id'], record: ExchangeRecord): Promise<void> {
  try {
    const { recordFormats } = await import('#engine/oauth/record/index.ts')
    const format = recordFormats.find((one) => one.id === id)
    if (!format) return
    const name = record.step.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-|-$/g, '') || 'exchange'
    saveBlob(`${name}.${format.extension}`, new Blob([format.write(record)], { type: 'application/octet-stream' }))
  } catch (thrown) {
    showToast(textOf(thrown), 'error')
  }
}

/** The messages of a step as a file, secrets removed (O18). */
export const RecordMenu: Component<{ record(): ExchangeRecord; onCompare?: (() => void) | undefined }> = (props) => (
  <Menu
    label={messageTexts.exchange.export}
    trigger={<Download aria-hidden="true" />}
    class="icon-button"
    items={[
      ...(['markdown', 'har', 'json'] as const).map((id) => ({
        label: messageTexts.exchange.exports[id],
        icon: Download,
        onSelect: () => void save(id, props.record()),
      })),
      ...(props.onCompare
        ? (['separator', { label: messageTexts.exchange.compare.open, icon: Columns2, onSelect: props.onCompare }] as const)
        : []),
    ]}
  />
)
