/** What the graphics card offers to models. */
export interface Graphics {
  usable: boolean
  f16: boolean
  /** Bytes of the largest buffer. */
  largest: number
  adapter: string
}

/** The few parts of WebGPU that are asked here. */
interface Gpu {
  requestAdapter(): Promise<Adapter | null | undefined>
}

interface Adapter {
  features: ReadonlySet<string>
  limits: { maxBufferSize?: number }
  info?: { description?: string; vendor?: string; architecture?: string }
}

/** Looks for a graphics card before anything is fetched: without one a library's error comes only after its download. */
export async function lookAtGraphics(host: object = navigator): Promise<Graphics> {
  const none: Graphics = { usable: false, f16: false, largest: 0, adapter: '' }
  const gpu = Reflect.get(host, 'gpu') as Gpu | undefined
  try {
    const adapter = await gpu?.requestAdapter()
    if (!adapter) return none
    const { description, vendor, architecture } = adapter.info ?? {}
    return {
      usable: true,
      f16: adapter.features.has('shader-f16'),
      largest: adapter.limits.maxBufferSize ?? 0,
      adapter: description || [vendor, architecture].filter(Boolean).join(' '),
    }
  } catch {
    // Some browsers have WebGPU but disable it: by a policy, or since its process died too often.
    return none
  }
}
