terraform {
  required_providers {
    statestore = { source = "tfgen/statestore" }
  }
  state_store "statestore_sealed_s3" {
    provider "statestore" {}
    bucket         = "acme-states"
    prefix         = "network"
    region         = "eu-central-1"
    encryption_key = "aws-kms:alias/terraform-states"
    keep_revisions = 50
  }
}

resource "terraform_data" "greeting" {
  input = "hello"
}

output "greeting" {
  value = terraform_data.greeting.output
}
