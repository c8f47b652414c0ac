// What other modules ask of this one.

export { countDownload, isResource } from './resource.handler.ts'
