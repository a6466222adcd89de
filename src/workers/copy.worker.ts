import { createCopyFolder } from '#platform/browser/worker/copy-files.ts'
import { createCopyCalls } from './copies/copy-calls.ts'
import { exposeApi } from './wire.ts'

exposeApi(createCopyCalls(createCopyFolder()))
