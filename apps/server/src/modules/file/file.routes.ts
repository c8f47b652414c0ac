import { fileCalls } from '@portal/contract/file/file'
import type { Routes } from '../../kernel/serve.ts'
import * as file from './file.handler.ts'

export const fileRoutes: Routes = (on) => {
  on(fileCalls.get, file.get)
  on(fileCalls.jpeg, file.getJpeg)
  on(fileCalls.picture, file.uploadPicture)
}
