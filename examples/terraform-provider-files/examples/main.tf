terraform {
  required_providers {
    files = {
      source = "tfgen/files"
    }
  }
}

variable "greeting" {
  type    = string
  default = "Hello from Terraform!"
}

provider "files" {
  root = "out"
}

resource "files_directory" "site" {
  path = "site"
  mode = "0750"
}

resource "files_file" "index" {
  path    = "${files_directory.site.path}/index.txt"
  content = "${var.greeting}\n"
  mode    = "0640"
}

resource "files_file" "pixel" {
  path           = "${files_directory.site.path}/pixel.bin"
  content_base64 = "AAECA/8="
}

data "files_file" "index" {
  path = files_file.index.path

  depends_on = [files_file.index]
}

data "files_directory" "site" {
  path = files_directory.site.path

  depends_on = [files_file.index, files_file.pixel]
}

output "checksum" {
  value = files_file.index.sha256
}

output "read_back" {
  value = data.files_file.index.content
}

output "entries" {
  value = data.files_directory.site.entries
}
