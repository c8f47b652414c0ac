export { openingTag } from '../opening.words.ts'
