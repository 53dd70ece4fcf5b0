terraform {
  required_providers {
    statestore = { source = "tfgen/statestore" }
  }
  state_store "statestore_filesystem" {
    provider "statestore" {}
    path           = "states"
    keep_revisions = 50
    lock_timeout   = "5m"
  }
}

resource "terraform_data" "greeting" {
  input = "hello"
}

output "greeting" {
  value = terraform_data.greeting.output
}
