/**
 * A language model of a few hundred kilobytes with random weights, as GGUF. It shows that real decoding works where no real model can be had: it would
 * always say the first of its `phrases`, then the second, and says the one that a grammar lets it. Without them it writes noise.
 */
export function tinyGguf(phrases: readonly string[] = [], seed = 1): Uint8Array {
  const width = 32
  const heads = 2
  const inner = 64
  const tokens = [
    '<unk>',
    '<s>',
    '</s>',
    ...Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`),
    // Bytes alone read and write any text; a prompt that is to fit needs a few longer ones.
    ...pieces(),
    ...phrases.map((phrase) => phrase.replaceAll(' ', '▁')),
  ]
  const firstPhrase = tokens.length - phrases.length
  const types = tokens.map((_, at) => (at === 0 ? 2 : at < 3 ? 3 : at < 259 ? 6 : 1))
  /** The bias of a token, whatever precedes it. */
  const liked = (token: number) =>
    token >= firstPhrase ? 3 - (token - firstPhrase) * 0.8 : token === 2 && phrases.length > 0 ? 0.5 : 0
  const metadata: [name: string, value: Value][] = [
    ['general.architecture', 'llama'],
    ['general.name', 'tiny'],
    ['llama.context_length', u32(4096)],
    ['llama.embedding_length', u32(width)],
    ['llama.block_count', u32(1)],
    ['llama.feed_forward_length', u32(inner)],
    ['llama.attention.head_count', u32(heads)],
    ['llama.attention.head_count_kv', u32(heads)],
    ['llama.attention.layer_norm_rms_epsilon', f32(1e-5)],
    ['llama.rope.dimension_count', u32(width / heads)],
    ['tokenizer.ggml.model', 'llama'],
    ['tokenizer.ggml.tokens', { strings: tokens }],
    ['tokenizer.ggml.scores', { floats: tokens.map(() => 0) }],
    ['tokenizer.ggml.token_type', { ints: types }],
    ['tokenizer.ggml.unknown_token_id', u32(0)],
    ['tokenizer.ggml.bos_token_id', u32(1)],
    ['tokenizer.ggml.eos_token_id', u32(2)],
    ['tokenizer.chat_template', '{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: '],
  ]
  const tensors: [name: string, shape: number[]][] = [
    ['token_embd.weight', [width, tokens.length]],
    ['output_norm.weight', [width]],
    ['output.weight', [width, tokens.length]],
    ['blk.0.attn_norm.weight', [width]],
    ['blk.0.attn_q.weight', [width, width]],
    ['blk.0.attn_k.weight', [width, width]],
    ['blk.0.attn_v.weight', [width, width]],
    ['blk.0.attn_output.weight', [width, width]],
    ['blk.0.ffn_norm.weight', [width]],
    ['blk.0.ffn_gate.weight', [width, inner]],
    ['blk.0.ffn_up.weight', [width, inner]],
    ['blk.0.ffn_down.weight', [inner, width]],
  ]
  const out = writer()
  out.bytes(new TextEncoder().encode('GGUF'))
  out.u32(3)
  out.u64(tensors.length)
  out.u64(metadata.length)
  for (const [name, value] of metadata) {
    out.string(name)
    writeValue(out, value)
  }
  const sizes = tensors.map(([, shape]) => shape.reduce((product, size) => product * size, 1) * 4)
  let offset = 0
  for (const [at, [name, shape]] of tensors.entries()) {
    out.string(name)
    out.u32(shape.length)
    for (const size of shape) out.u64(size)
    out.u32(0)
    out.u64(offset)
    offset += aligned(sizes[at] ?? 0)
  }
  out.pad()
  const next = random(seed)
  for (const [name, shape] of tensors) {
    const count = shape.reduce((product, size) => product * size, 1)
    const isEmbedding = name === 'token_embd.weight'
    const isOutput = name === 'output.weight'
    for (let i = 0; i < count; i += 1) {
      const noise = name.includes('norm') ? 1 : (next() - 0.5) * 0.5
      // The first number of each token is the same: by it the output likes a token whatever was said.
      out.f32(i % width > 0 ? noise : isEmbedding ? 4 : isOutput ? liked(i / width) : noise)
    }
    out.pad()
  }
  return out.done()
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Pairs of letters, and letters behind a blank. */
const pieces = (): string[] => ['▁', ...letters].flatMap((first) => [first, ...[...letters].map((second) => first + second)])

type Value = string | { u32: number } | { f32: number } | { strings: string[] } | { floats: number[] } | { ints: number[] }

const u32 = (value: number) => ({ u32: value })
const f32 = (value: number) => ({ f32: value })
const aligned = (size: number): number => Math.ceil(size / 32) * 32

function writeValue(out: ReturnType<typeof writer>, value: Value): void {
  if (typeof value === 'string') {
    out.u32(8)
    out.string(value)
  } else if ('u32' in value) {
    out.u32(4)
    out.u32(value.u32)
  } else if ('f32' in value) {
    out.u32(6)
    out.f32(value.f32)
  } else {
    const [kind, items] = 'strings' in value ? [8, value.strings] : 'floats' in value ? [6, value.floats] : [5, value.ints]
    out.u32(9)
    out.u32(kind)
    out.u64(items.length)
    for (const item of items) {
      if (typeof item === 'string') out.string(item)
      else if (kind === 6) out.f32(item)
      else out.u32(item)
    }
  }
}

function writer() {
  const view = new DataView(new ArrayBuffer(1 << 21))
  let at = 0
  const room = (size: number) => {
    if (at + size > view.byteLength) throw new Error('The tiny model is larger than was thought.')
    at += size
    return at - size
  }
  const bytes = (value: Uint8Array) => new Uint8Array(view.buffer).set(value, room(value.length))
  const u64 = (value: number) => view.setBigUint64(room(8), BigInt(value), true)
  return {
    bytes,
    u64,
    u32: (value: number) => view.setUint32(room(4), value, true),
    f32: (value: number) => view.setFloat32(room(4), value, true),
    string(value: string) {
      const encoded = new TextEncoder().encode(value)
      u64(encoded.length)
      bytes(encoded)
    },
    pad: () => void (at = aligned(at)),
    done: () => new Uint8Array(view.buffer.slice(0, at)),
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
