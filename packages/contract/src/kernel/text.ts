// Characters that nobody sees and that change what others read: "exe.png" shown for "gnp.exe", or two names
// that look alike.

/** Control characters; tab and line breaks are the text's own. */
const CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'
/** Those that turn the direction of writing: marks, embeddings, overrides, isolates. */
const TURNING = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
/** Those without width that come along with pasted text. */
const EMPTY = '\\u00ad\\u180e\\u200b\\u2060-\\u2064\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb'
/** They join emoji in a text; in a name they only tell it from its twin. */
const JOINING = '\\u200c\\u200d'

const control = new RegExp(`[${CONTROLS}${TURNING}]`)
const empty = new RegExp(`[${EMPTY}]`, 'g')
const emptyOrJoining = new RegExp(`[${EMPTY}${JOINING}]`, 'g')
const separators = /[\u2028\u2029]/g

export const hasControl = (text: string): boolean => control.test(text)

/**
 * Text of one line, without what has no width. Directions are refused, not taken away: whoever wrote them
 * meant something.
 */
export const visibleLine = (text: string): string => text.replace(separators, ' ').replace(emptyOrJoining, '')
export const visibleText = (text: string): string => text.replace(separators, '\n').replace(empty, '')

const FILE_NAME_MAX = 200
const notInFileNames = new RegExp(
  `[${CONTROLS}\\t\\r\\n${TURNING}${EMPTY}${JOINING}\\u2028\\u2029/\\\\]`,
  'g',
)
/**
 * A file's name as it is shown and saved under: its end, which tells the kind, is what stays of a long one.
 */
export const cleanFileName = (name: string): string =>
  name
    .toWellFormed()
    .replace(notInFileNames, '')
    .slice(-FILE_NAME_MAX)
    .replace(/^[\udc00-\udfff]/, '')
    .trim() || '未命名'
