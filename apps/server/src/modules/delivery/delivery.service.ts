// What other modules ask of this one.

export { piecesOf, sendBack, setAccepted, setStored } from './pieces.action.ts'
