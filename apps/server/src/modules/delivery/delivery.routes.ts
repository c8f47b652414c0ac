import { deliveryCalls } from '@portal/contract/delivery/delivery'
import type { Routes } from '../../kernel/serve.ts'
import * as delivery from './delivery.handler.ts'

export const deliveryRoutes: Routes = (on) => {
  on(deliveryCalls.list, delivery.list)
  on(deliveryCalls.export, delivery.exportList)
  on(deliveryCalls.get, delivery.get)
  on(deliveryCalls.save, delivery.save)
  on(deliveryCalls.submit, delivery.submit)
  on(deliveryCalls.addFile, delivery.addFile)
  on(deliveryCalls.removeFile, delivery.removeFile)
  on(deliveryCalls.audit, delivery.audit)
}
