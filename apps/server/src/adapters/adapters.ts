import type { FileStore } from './files/files.ts'
import type { GateDevices } from './gate-device/gate-devices.ts'
import type { Interfaces } from './interfaces/interfaces.ts'
import type { MailSender } from './mail/mail.ts'
import type { NationalPlatform } from './national-platform/national-platform.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Sso } from './sso/sso.ts'

/** The outside world. Each has an embedded default, so that nothing has to be set up. */
export interface Adapters {
  files: FileStore
  /**
   * As the environment says; undefined where it says nothing: then what administrators have set counts
   * (modules/mail).
   */
  mail?: MailSender | undefined
  secrets: Secrets
  /** Interfaces of other hosts that forms ask. */
  interfaces: Interfaces
  /** The campus single sign-on. Undefined: people sign in with a password of the portal only. */
  sso?: Sso | undefined
  /** Where rows of the national platform are sent. Undefined: they are exported, and uploaded by hand. */
  nationalPlatform?: NationalPlatform | undefined
  /** The line to gateways of doors and switches. Undefined: none is spoken to. */
  gateDevices?: GateDevices | undefined
}
