import X from 'lucide-solid/icons/x'
import type { Component } from 'solid-js'
import { EmptyState } from '../components/EmptyState.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { useProject } from '../project/project-context.ts'
import { dialogTexts } from './dialog-texts.ts'
import { texts } from './texts.ts'

/** Where the assistant will be; today it says what it will do and what to do until then. */
const AssistantPane: Component = () => {
  const context = useProject()
  return (
    <aside class="app-assistant" aria-label={texts.assistant}>
      <header class="app-assistant-head">
        <h2>{texts.assistant}</h2>
        <IconButton label={texts.confirm.close} icon={X} onClick={() => context.panes.setAssistant(false)} />
      </header>
      <EmptyState title={dialogTexts.assistantText.title} text={dialogTexts.assistantText.text} />
    </aside>
  )
}

export default AssistantPane
