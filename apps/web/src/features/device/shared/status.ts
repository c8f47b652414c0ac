export { statusText, statusTones } from '../device.words.ts'
