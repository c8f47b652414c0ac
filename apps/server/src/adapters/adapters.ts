import type { FileStore } from './files/files.ts'
import type { GateDevices } from './gate-device/gate-devices.ts'
import type { Interfaces } from './interfaces/interfaces.ts'
import type { MailSender } from './mail/mail.ts'
import type { NationalPlatform } from './national-platform/national-platform.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Sso } from './sso/sso.ts'

/** Connections to the outside world. Each has an embedded default, so that nothing has to be set up. */
export interface Adapters {
  files: FileStore
  /**
   * The mail server of the environment; undefined if it names none: then the settings of the
   * administrators count (modules/mail).
   */
  mail?: MailSender | undefined
  secrets: Secrets
  /** Interfaces of other hosts from which forms get options. */
  interfaces: Interfaces
  /** The campus single sign-on. Undefined: people sign in with a password of the portal only. */
  sso?: Sso | undefined
  /** Sends rows to the national platform. Undefined: rows are exported, and uploaded by hand. */
  nationalPlatform?: NationalPlatform | undefined
  /** The connection to the gateways of doors and switches. Undefined: the portal has none. */
  gateDevices?: GateDevices | undefined
}
