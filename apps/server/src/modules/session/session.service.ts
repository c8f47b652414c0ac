// What other modules ask of this one.

export {
  authenticate,
  passwordChanged,
  provePassword,
  revokeAllOf,
  revokeOthersOf,
  verify,
} from './session.handler.ts'
export * as throttle from './throttle.action.ts'
