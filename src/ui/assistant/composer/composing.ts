import { createSignal } from 'solid-js'
import type { Attachment } from '#engine/assistant/turn.ts'
import { readAttachments } from './attachments.ts'

/** The message that is being written. Reading is reactive. */
export interface Composing {
  text(): string
  setText(text: string): void
  attachments(): readonly Attachment[]
  attach(one: Attachment): void
  /** Gives what could not be attached, in words. */
  attachFiles(files: readonly File[]): Promise<string[]>
  detach(name: string): void
  reset(): void
  focus(): void
  field(element: HTMLTextAreaElement): void
}

/** Creates an empty message. */
export function createComposing(): Composing {
  const [text, setText] = createSignal('')
  const [attachments, setAttachments] = createSignal<readonly Attachment[]>([])
  let field: HTMLTextAreaElement | undefined
  const attach = (one: Attachment) => setAttachments((all) => [...all.filter(({ name }) => name !== one.name), one])
  return {
    text,
    setText,
    attachments,
    attach,
    async attachFiles(files) {
      const { read, problems } = await readAttachments(files)
      for (const one of read) attach(one)
      return problems
    },
    detach: (name) => setAttachments((all) => all.filter((one) => one.name !== name)),
    reset: () => {
      setText('')
      setAttachments([])
    },
    focus: () => field?.focus(),
    field: (element) => (field = element),
  }
}
