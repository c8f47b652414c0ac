// Characters that are invisible and mislead readers: "gnp.exe" displayed as "exe.png", or two names that look
// alike.

/** Control characters except tab and line breaks, which texts may contain. */
const CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'
/** Characters that change the writing direction: marks, embeddings, overrides, isolates. */
const TURNING = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
/** Characters without width, which often come with pasted text. */
const EMPTY = '\\u00ad\\u180e\\u200b\\u2060-\\u2064\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb'
/** Joiners: they combine emoji in texts; in names they only make two equal-looking names differ. */
const JOINING = '\\u200c\\u200d'

const control = new RegExp(`[${CONTROLS}${TURNING}]`)
const empty = new RegExp(`[${EMPTY}]`, 'g')
const emptyOrJoining = new RegExp(`[${EMPTY}${JOINING}]`, 'g')
const separators = /[\u2028\u2029]/g

/** Without zero characters, which PostgreSQL stores in no text; devices send them as padding. */
export const dropZeros = (text: string): string => text.replaceAll('\u0000', '')

/** At most `most` letters, and no half of one at the end: JSON with such a half is refused by PostgreSQL. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

export const hasControl = (text: string): boolean => control.test(text)

/**
 * One line of text without zero-width characters. Direction characters are not removed here: `hasControl`
 * refuses them, because the writer may have meant them.
 */
export const visibleLine = (text: string): string => text.replace(separators, ' ').replace(emptyOrJoining, '')
export const visibleText = (text: string): string => text.replace(separators, '\n').replace(empty, '')

const FILE_NAME_MAX = 200
const notInFileNames = new RegExp(
  `[${CONTROLS}\\t\\r\\n${TURNING}${EMPTY}${JOINING}\\u2028\\u2029/\\\\]`,
  'g',
)
/**
 * A safe file name for display and storage. A long name keeps its last 200 characters, because the extension
 * tells the type.
 */
export const cleanFileName = (name: string): string =>
  name
    .toWellFormed()
    .replace(notInFileNames, '')
    .slice(-FILE_NAME_MAX)
    .replace(/^[\udc00-\udfff]/, '')
    .trim() || '未命名'
