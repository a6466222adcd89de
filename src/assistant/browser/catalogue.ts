import type { LanguageModel } from '#engine/ports/index.ts'

/** A model that runs on the graphics card, as it is offered; the library knows only its URL and its memory. */
export interface OfferedModel {
  /** The library's id of it. */
  id: string
  name: string
  /** Bytes to download: parameters at 4.5 bits. */
  size: number
  /** Bytes of graphics memory, by the library's own figures. */
  memory: number
  licence: string
  licenceUrl: string
  /** Needs `shader-f16`. */
  f16: boolean
  note: string
}

const MB = 1_000_000
const apache = (model: string) => ({
  licence: 'Apache-2.0',
  licenceUrl: `https://huggingface.co/Qwen/${model}/blob/main/LICENSE`,
})
const llama = { licence: 'Llama 3.2 Community License', licenceUrl: 'https://www.llama.com/llama3_2/license/' }
const mit = { licence: 'MIT', licenceUrl: 'https://huggingface.co/microsoft/Phi-3.5-mini-instruct/blob/main/LICENSE' }

/** Both forms of a model: numbers of 16 bits where the card has them, of 32 elsewhere. */
const both = (
  base: string,
  name: string,
  size: number,
  [f16, f32]: [number, number],
  licence: { licence: string; licenceUrl: string },
  note: string,
): OfferedModel[] => [
  { id: `${base}-q4f16_1-MLC`, name, size: size * MB, memory: f16 * MB, ...licence, f16: true, note },
  { id: `${base}-q4f32_1-MLC`, name: `${name}, f32`, size: size * MB, memory: f32 * MB, ...licence, f16: false, note },
]

/** The models that are offered, the smallest first. */
export const catalogue: readonly OfferedModel[] = [
  ...both(
    'Qwen2.5-Coder-0.5B-Instruct',
    'Qwen2.5 Coder 0.5B',
    290,
    [945, 1060],
    apache('Qwen2.5-Coder-0.5B-Instruct'),
    'Small: finds the right form.',
  ),
  ...both(
    'Qwen2.5-Coder-1.5B-Instruct',
    'Qwen2.5 Coder 1.5B',
    880,
    [1630, 1889],
    apache('Qwen2.5-Coder-1.5B-Instruct'),
    'Recommended: the smallest model that fills forms.',
  ),
  ...both('Llama-3.2-3B-Instruct', 'Llama 3.2 3B', 1820, [2264, 2952], llama, 'Better at other languages.'),
  ...both('Phi-3.5-mini-instruct', 'Phi 3.5 mini (3.8B)', 2160, [3672, 5483], mit, 'Needs a powerful graphics card.'),
  ...both(
    'Qwen2.5-Coder-7B-Instruct',
    'Qwen2.5 Coder 7B',
    4300,
    [5107, 5900],
    apache('Qwen2.5-Coder-7B-Instruct'),
    'For graphics cards with 8 GB or more.',
  ),
]

/** What a model is of use for: below a billion parameters it orders forms and operations, above it fills forms. */
export function abilityOf(id: string): LanguageModel['ability'] {
  const billions = Number(/(\d+(?:\.\d+)?)B\b/.exec(id)?.[1] ?? '3')
  return billions < 1 ? 'ranking' : 'forms'
}
