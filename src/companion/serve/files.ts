import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { isCompressible, mediaTypeOf } from './headers.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

interface Asset {
  file: string
  modified: number
  plain: Buffer
  etag: string
  encoded: Map<string, Promise<Buffer>>
}

/** Files with a hash in their name never change; everything else is asked about each time. */
const cachingOf = (path: string): string =>
  /^\/assets\/.*-[\w-]{6,}\.\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The best coding that the browser takes and that is worth it. */
function codingFor(request: IncomingMessage, mediaType: string, size: number): 'br' | 'gzip' | undefined {
  if (size < 1024 || !isCompressible(mediaType)) return undefined
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : undefined
}

/**
 * Responds with a file below `folder`, compressed as the browser takes it; false if there is none. Paths are decoded once, and
 * whatever would leave the folder is not found (R42).
 */
export function createFiles(
  folder: string,
): (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean> {
  const assets = new Map<string, Asset>()

  async function load(path: string): Promise<Asset | undefined> {
    const file = join(folder, path)
    if (file !== folder && !file.startsWith(folder + sep)) return undefined
    const info = await stat(file).catch(() => undefined)
    if (!info?.isFile()) return undefined
    const known = assets.get(file)
    if (known?.modified === info.mtimeMs) return known
    const plain = await readFile(file)
    const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 16)
    const asset: Asset = { file, modified: info.mtimeMs, plain, etag, encoded: new Map() }
    assets.set(file, asset)
    return asset
  }

  /** The build lays a better compressed copy beside what the first screen needs; the rest is compressed when first asked for. */
  function encode(asset: Asset, coding: 'br' | 'gzip'): Promise<Buffer> {
    let encoded = asset.encoded.get(coding)
    if (encoded === undefined) {
      const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } }
      encoded = coding === 'br' ? readFile(`${asset.file}.br`).catch(() => brotli(asset.plain, quality)) : gzip(asset.plain)
      asset.encoded.set(coding, encoded)
    }
    return encoded
  }

  return async (request, response, path) => {
    const decoded = decodePath(path)
    const asset = decoded === undefined ? undefined : await load(decoded.endsWith('/') ? `${decoded}index.html` : decoded)
    if (asset === undefined || decoded === undefined) return false
    const mediaType = mediaTypeOf(decoded.endsWith('/') ? 'index.html' : decoded)
    const coding = codingFor(request, mediaType, asset.plain.length)
    const etag = `"${asset.etag}${coding === undefined ? '' : `-${coding}`}"`
    response.setHeader('content-type', mediaType)
    response.setHeader('cache-control', cachingOf(decoded))
    response.setHeader('etag', etag)
    response.setHeader('vary', 'Accept-Encoding')
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
      response.writeHead(304).end()
      return true
    }
    const body = coding === undefined ? asset.plain : await encode(asset, coding)
    if (coding !== undefined) response.setHeader('content-encoding', coding)
    response.writeHead(200, { 'content-length': body.length }).end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}

function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') || decoded.includes('\\') || decoded.split('/').includes('..') ? undefined : decoded
  } catch {
    return undefined
  }
}
