import { For, type Component } from 'solid-js'
import { methodFacts, methodIds } from '#engine/design/facts.ts'
import { Section } from '../../components/Section.tsx'
import { useProject } from '../project-context.ts'
import { addDesign } from './open-designer.ts'
import { PictFile } from './PictFile.tsx'
import { starterOf } from './starters.ts'
import { designTexts } from './texts.ts'

const t = designTexts.start

/** The choice of what tests are to be designed for. */
const StartPage: Component = () => {
  const context = useProject()
  return (
    <div class="overview">
      <header class="overview-head">
        <h2>{t.title}</h2>
      </header>
      <p class="overview-hint">{t.intro}</p>
      <Section title={t.method}>
        <ul class="designer-methods">
          <For each={methodIds}>
            {(id) => (
              <li>
                <button
                  type="button"
                  class="designer-choice"
                  disabled={context.workspace.readOnly()}
                  onClick={() => addDesign(context, starterOf(id))}
                >
                  <strong>{methodFacts[id].title}</strong>
                  <span>{methodFacts[id].standard}</span>
                </button>
              </li>
            )}
          </For>
        </ul>
      </Section>
      <Section title={t.pict}>
        <div class="designer-adds">
          <PictFile />
        </div>
      </Section>
    </div>
  )
}

export default StartPage
