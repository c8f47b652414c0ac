import { say } from '../../../lib/tell.ts'

/** Says that what was typed into a preview is in order, and that nothing was sent. */
export const sayPreviewed = (): void => say('success', '填写的内容符合要求。这是预览，没有提交')
