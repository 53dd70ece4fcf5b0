terraform {
  required_providers {
    statestore = { source = "tfgen/statestore" }
  }
  state_store "statestore_s3" {
    provider "statestore" {}
    bucket       = "acme-states"
    prefix       = "network"
    region       = "eu-central-1"
    lock_timeout = "5m"

    # A service of your own may lack what AWS has: say so by name.
    # endpoint       = "https://s3.example"
    # allow_insecure = ["public_access_block"]
  }
}

resource "terraform_data" "greeting" {
  input = "hello"
}

output "greeting" {
  value = terraform_data.greeting.output
}
